// A call of the account or of the staff's area, as the forms of second factors know it.
import type { UseMutationResult } from '@tanstack/react-query'

export type Act<Given, Answer = unknown> = Pick<
  UseMutationResult<Answer, Error, Given>,
  'mutate' | 'reset' | 'data' | 'error' | 'isPending'
>
