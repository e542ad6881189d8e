import { sentenceOf } from '../../lib/http.ts'
import { useSelfTexts } from '../../lib/text/account-self.ts'
import { showToast } from '../../lib/toasts.ts'

/** What is said after a change: that it is saved, or why not. */
export function useOutcome(done?: string) {
  const texts = useSelfTexts()
  return {
    onSuccess: () => showToast({ title: done ?? texts.saved }),
    onError: (reason: unknown) =>
      showToast({ title: sentenceOf(reason, texts.notSaved), isError: true }),
  }
}
