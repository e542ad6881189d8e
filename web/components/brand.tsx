import { Flex, chakra } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import { useSettings } from '../lib/page.tsx'
import { paths } from '../lib/paths.ts'

const ticketOutline =
  'M3 0h24a3 3 0 0 1 3 3v4.5a3.5 3.5 0 0 0 0 7V19a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3v-4.5' +
  'a3.5 3.5 0 0 0 0-7V3a3 3 0 0 1 3-3Z'

/**
 * The mark is a torn ticket around a rosette of three ellipses. Home is on another host for staff
 * who have one of their own: the browser leaves, and asks first while notes are not saved.
 */
export function Brand({ color = 'fg' }: { color?: string }) {
  const { shopName, host } = useSettings()
  return (
    <Flex asChild align="center" gap="2" minH="target" color={color} textDecoration="none">
      <Link to={paths.home} reloadDocument={host === 'staff'}>
        <svg width="30" height="22" viewBox="0 0 30 22" aria-hidden focusable="false">
          <path d={ticketOutline} fill="#0E5A43" />
          <g fill="none" stroke="#F2C14E" strokeWidth="1.1" transform="translate(15 11)">
            <ellipse rx="7.5" ry="2.8" />
            <ellipse rx="7.5" ry="2.8" transform="rotate(60)" />
            <ellipse rx="7.5" ry="2.8" transform="rotate(120)" />
          </g>
        </svg>
        <chakra.span fontSize="xl" fontWeight="heavy" letterSpacing="display" lineHeight="1">
          {shopName}
        </chakra.span>
      </Link>
    </Flex>
  )
}
