// Where the link at the end of a text leads. A visit changes nothing: messengers visit links too.
import { Box, Text } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { useStopAlerts } from '../../features/alerts/api/alerts.ts'
import { sentenceOf } from '../../lib/http.ts'
import { useAlertTexts } from '../../lib/text/alerts.ts'

export function StopAlerts() {
  const { code = '' } = useParams()
  const texts = useAlertTexts()
  const stop = useStopAlerts()
  return (
    <Wrap narrow>
      <Box py={{ base: '8', md: '12' }}>
        <PageTitle>{texts.stopTitle}</PageTitle>
        <Text mt="3" mb="5" color="fg.soft">
          {texts.stopLead}
        </Text>
        {stop.isSuccess ? (
          <Text role="status" fontWeight="bold">
            {texts.stopped}
          </Text>
        ) : (
          <Button disabled={stop.isPending} onClick={() => stop.mutate(code)}>
            {texts.stop}
          </Button>
        )}
        {stop.isError && (
          <Text role="alert" mt="3" color="pomegranate.fg">
            {sentenceOf(stop.error, texts.failed)}
          </Text>
        )}
      </Box>
    </Wrap>
  )
}
