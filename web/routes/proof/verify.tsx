import { Box, Stack } from '@chakra-ui/react'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

import { PageTitle } from '../../components/page-title.tsx'
import { Wrap } from '../../components/section.tsx'
import { fetchBundle, useDrawnLogs } from '../../features/verify/api/drawn-logs.ts'
import { BundleDrop } from '../../features/verify/components/bundle-drop.tsx'
import { DrawnRaffles } from '../../features/verify/components/drawn-raffles.tsx'
import { ReportSheet } from '../../features/verify/components/report-sheet.tsx'
import { VerifyOptions } from '../../features/verify/components/verify-options.tsx'
import { failureText } from '../../features/verify/failure.ts'
import { useVerification } from '../../features/verify/use-verification.ts'
import { useDrawTexts } from '../../lib/text/draw.ts'
import { useLanguage } from '../../lib/text/text.tsx'

/** Anybody checks a draw here; the evidence stays on his device. */
export function Verify() {
  const texts = useDrawTexts().verify
  const language = useLanguage()
  const { asked, work, ask } = useVerification()
  const logs = useDrawnLogs()
  const [search] = useSearchParams()
  const wanted = search.get('raffle')
  const pick = useCallback(
    async (raffleId: string) => ask({ bundle: fetchBundle(raffleId) }),
    [ask],
  )
  // Whoever comes from a draw has said which one.
  useEffect(() => {
    if (wanted !== null) void pick(wanted)
  }, [wanted, pick])
  return (
    <Wrap narrow>
      <Stack gap="8" py={{ base: '8', md: '16' }}>
        <Box>
          <PageTitle mb="3">{texts.title}</PageTitle>
          <Box color="fg.muted" fontSize="lg">
            {texts.lead}
          </Box>
        </Box>
        <BundleDrop
          texts={texts}
          fileName={asked.bundle?.name ?? null}
          onFile={(bundle) => void ask({ bundle })}
        />
        <Box aria-live="polite">
          {work.kind === 'checking' && (
            <Box>
              {texts.checking(work.percent)}
              <Box mt="2" height="8px" bg="bg.sunk" borderRadius="full" overflow="hidden">
                <Box height="full" bg="cedar.solid" style={{ width: `${work.percent}%` }} />
              </Box>
            </Box>
          )}
          {work.kind === 'failed' && (
            <Box color="pomegranate.fg" fontWeight="bold">
              {failureText(work, texts)}
            </Box>
          )}
        </Box>
        {work.kind === 'done' && (
          <ReportSheet report={work.report} texts={texts} language={language} />
        )}
        <VerifyOptions texts={texts} asked={asked} onChange={(change) => void ask(change)} />
        <DrawnRaffles
          texts={texts}
          logs={logs.data}
          hasFailed={logs.isError}
          onRetry={() => void logs.refetch()}
          onPick={(id) => void pick(id)}
        />
      </Stack>
    </Wrap>
  )
}
