import { Box, Center, chakra, Text } from '@chakra-ui/react'
import { Link } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { Rosette } from '../../components/rosette.tsx'
import { paths } from '../../lib/paths.ts'
import { useTexts } from '../../lib/text/text.tsx'

/** A ticket stamped void. */
export function NotFound() {
  const text = useTexts()
  return (
    <Center px="4" py={{ base: '12', md: '24' }}>
      <Box
        position="relative"
        overflow="hidden"
        width="full"
        maxW="560px"
        textAlign="center"
        bg="bg.surface"
        borderWidth="2px"
        borderStyle="dashed"
        borderRadius="ticket"
        px="6"
        py="12"
      >
        <Rosette
          seed="404"
          position="absolute"
          inset="-20%"
          boxSize="140%"
          color="line.strong"
          opacity={0.3}
        />
        <chakra.h1
          tabIndex={-1}
          position="relative"
          fontSize={{ base: 'xl', md: '2xl' }}
          fontWeight="heavy"
          display="inline-block"
          color="pomegranate.fg"
          borderWidth="3px"
          borderColor="pomegranate.fg"
          borderRadius="tag"
          px="4"
          py="2"
          textWrap="balance"
          transform="rotate(-3deg)"
          bg="bg.surface"
        >
          {text.notFound.title}
        </chakra.h1>
        <Text position="relative" mt="6" mb="5" color="fg.soft">
          <chakra.span bg="bg.surface" px="2" boxDecorationBreak="clone">
            {text.notFound.hint}
          </chakra.span>
        </Text>
        <Button asChild variant="outline" position="relative" bg="bg.surface">
          <Link to={paths.home}>{text.notFound.home}</Link>
        </Button>
      </Box>
    </Center>
  )
}
