// The second step of a sign-in, after the code by SMS.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { signedInResponse } from '#services/contract/auth.ts'
import { passkeyQuestion } from '#services/contract/second-factor.ts'

import { forgetPerson } from '../../../lib/forget-person.ts'
import { post } from '../../../lib/http.ts'
import { askForPasskey, hasPasskeys } from '../../../lib/passkey-browser.ts'
import { meKey } from './me.ts'

const PATH = '/api/auth/second-factor'
const ask = () => post(`${PATH}/passkey-question`, {}, passkeyQuestion)

/** Whether who waits here has a passkey, in a browser that could use it. */
export const useHasPasskey = (isWaiting: boolean) =>
  useQuery({
    enabled: isWaiting && hasPasskeys(),
    queryKey: [`${PATH}/passkey-question`],
    queryFn: ask,
    select: ({ credentialIds }) => credentialIds.length > 0,
    gcTime: 0, // the next one to sign in may be somebody else
  }).data === true

function useFinish<Given>(finish: (given: Given) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: finish,
    onSuccess: () => {
      forgetPerson(queryClient) // whoever was signed in here before
      return queryClient.invalidateQueries({ queryKey: meKey })
    },
  })
}

export const useFinishByCode = () =>
  useFinish((code: string) => post(PATH, { body: { code } }, signedInResponse))

export const useFinishByPasskey = () =>
  useFinish(async () => {
    const body = await askForPasskey(await ask())
    return post(`${PATH}/passkey`, { body }, signedInResponse)
  })
