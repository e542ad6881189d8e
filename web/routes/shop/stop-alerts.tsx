// Where the link at the end of a text leads. A visit changes nothing: messengers visit links too.
import { Box, Text } from '@chakra-ui/react'
import { useParams } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Paper } from '../../components/paper.tsx'
import { useStopAlerts } from '../../features/alerts/api/alerts.ts'
import { sentenceOf } from '../../lib/http.ts'
import { useAlertTexts } from '../../lib/text/alerts.ts'

export function StopAlerts() {
  const { code = '' } = useParams()
  const texts = useAlertTexts()
  const stop = useStopAlerts()
  return (
    <Paper>
      <PageTitle>{texts.stopTitle}</PageTitle>
      <Text mt="3" mb="5" color="fg.soft">
        {texts.stopLead}
      </Text>
      <Box role="status">
        {stop.isSuccess ? (
          <Text fontWeight="bold">{texts.stopped}</Text>
        ) : (
          <Button disabled={stop.isPending} onClick={() => stop.mutate(code)}>
            {texts.stop}
          </Button>
        )}
      </Box>
      {stop.isError && (
        <Text role="alert" mt="3" color="pomegranate.fg">
          {sentenceOf(stop.error, texts.failed)}
        </Text>
      )}
    </Paper>
  )
}
