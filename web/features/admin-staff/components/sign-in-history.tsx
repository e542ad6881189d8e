import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { signInKinds } from '#services/contract/admin-staff.ts'
import type { SignInKind, StaffDetail } from '#services/contract/admin-staff.ts'

import { ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Segment } from '../../../components/admin/segment.tsx'
import { Badge } from '../../../components/badge.tsx'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { momentOf } from '../../../lib/day.ts'
import { deviceName } from '../../../lib/device-name.ts'
import { useAdminStaffTexts } from '../../../lib/text/admin-staff.ts'
import { useFactorTexts } from '../../../lib/text/factors.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useSignIns } from '../api/staff.ts'

const tones = {
  signed_in: 'success',
  proven: 'plain',
  wrong_password: 'danger',
  closed: 'danger',
  wrong_proof: 'danger',
} as const

/** What scrolls cuts off what is drawn around its lines. */
const ringInside = { '&:focus-visible': { outlineOffset: '-3px' } } as const

/** The newest first, refused ones too: a stranger's try is what this is for. */
export function SignInHistory({ member }: { member: StaffDetail }) {
  const text = useAdminStaffTexts()
  const { sessions } = useFactorTexts()
  const language = useLanguage()
  const [kind, setKind] = useState<SignInKind | ''>('')
  const list = useSignIns(member.id, kind)
  const rows = useFocusOnFirstNew<HTMLUListElement>(list.rows.length)
  const kinds = text.historyKinds
  return (
    <Box as="section">
      <Heading as="h3" fontSize="lg" fontWeight="bold" mb="2">
        {text.history}
      </Heading>
      <Box mb="2">
        <Segment
          legend={text.historyOf}
          name={`sign-ins-${member.id}`}
          value={kind}
          choices={[
            { value: '', label: kinds.all },
            ...signInKinds.map((value) => ({ value, label: kinds[value] })),
          ]}
          onChange={setKind}
        />
      </Box>
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        onRetry={list.refresh}
        empty={<Text color="fg.muted">{text.noHistory}</Text>}
      >
        <Box maxH="260px" overflowY="auto" tabIndex={0} role="region" aria-label={text.history}>
          <chakra.ul ref={rows} listStyleType="none">
            {list.rows.map(({ at, outcome, address, device }) => (
              <chakra.li
                key={`${at} ${outcome}`}
                tabIndex={-1}
                borderTopWidth="1px"
                px="1"
                py="2"
                css={ringInside}
                // New ones come below what is seen of the list.
                onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
              >
                <Flex columnGap="3" rowGap="0.5" align="center" wrap="wrap" fontSize="sm">
                  <chakra.time dateTime={at} minW="120px">
                    {momentOf(at, language)}
                  </chakra.time>
                  <Badge tone={tones[outcome]}>{text.outcomes[outcome]}</Badge>
                  <chakra.span color="fg.muted" flexBasis={{ base: 'full', md: 'auto' }}>
                    <chakra.bdi overflowWrap="anywhere">{address}</chakra.bdi> ·{' '}
                    <bdi>{deviceName(device) ?? sessions.unknownDevice}</bdi>
                  </chakra.span>
                </Flex>
              </chakra.li>
            ))}
          </chakra.ul>
        </Box>
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
    </Box>
  )
}
