// Signing in, step by step: phone, code, for some a second factor, home.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useCheckPhone } from '../../features/auth/api/check-phone.ts'
import {
  useFinishByCode,
  useFinishByPasskey,
  useHasPasskey,
} from '../../features/auth/api/second-factor.ts'
import { useSendOtp } from '../../features/auth/api/send-otp.ts'
import { useVerifyOtp } from '../../features/auth/api/verify-otp.ts'
import type { Way } from '../../features/auth/components/phone-step.tsx'
import { CODE_LENGTH, phoneStepProblem, RESEND_SECONDS } from '../../features/auth/sign-in.ts'
import { ApiError, sentenceOf } from '../../lib/http.ts'
import { forgetTickets } from '../../lib/kept-tickets.ts'
import { paths } from '../../lib/paths.ts'
import { lebanesePhone } from '../../lib/phone.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useFactorTexts } from '../../lib/text/factors.ts'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

export function useSignIn() {
  const phoneStep = usePhoneStep()
  const [isHalfIn, setHalfIn] = useState(false)
  const codeStep = useCodeStep(phoneStep, () => setHalfIn(true))
  const factorStep = useFactorStep(isHalfIn, () => {
    setHalfIn(false)
    codeStep.onChangePhone()
  })
  return {
    step: stepOf(phoneStep.sent !== null, isHalfIn),
    phoneStep: phoneStep.props,
    codeStep,
    factorStep,
  }
}

const stepOf = (isSent: boolean, isHalfIn: boolean) => {
  if (isHalfIn) return 'factor'
  return isSent ? 'code' : 'phone'
}

function usePhoneStep() {
  const { login } = useAccountTexts()
  const fail = useFailure()
  const checkPhone = useCheckPhone()
  const sendOtp = useSendOtp()
  const [way, setWay] = useState<Way>('signIn')
  const [typed, setTyped] = useState('')
  const [fullName, setFullName] = useState('')
  const [error, setError] = useState<ReturnType<typeof phoneStepProblem>>(null)
  const [sent, setSent] = useState<{ at: number; resendInSeconds: number } | null>(null)
  const phone = lebanesePhone(typed)

  const send = () =>
    sendOtp.mutate(phone, {
      onSuccess: ({ resendInSeconds = RESEND_SECONDS }) => {
        setSent({ at: Date.now(), resendInSeconds })
        showToast({ title: login.sent, text: login.sentHint })
      },
      onError: (reason) => fail(reason, login.sendFailed),
    })

  /** Who has an account signs in, who has none signs up; the phone is kept either way. */
  const turnTo = (other: Way) => {
    setWay(other)
    if (other === 'signIn') showToast({ title: login.exists, text: login.existsHint })
    else showToast({ title: login.unknown, text: login.unknownHint })
  }

  const submit = () => {
    const problem = phoneStepProblem({ way, phone, fullName }, login)
    setError(problem)
    if (problem) return fail(null, problem.text)
    checkPhone.mutate(phone, {
      onSuccess: ({ exists }) => {
        const right: Way = exists ? 'signIn' : 'signUp'
        if (right === way) send()
        else turnTo(right)
      },
      onError: (reason) => fail(reason, login.checkFailed),
    })
  }

  return {
    phone,
    fullName: way === 'signUp' ? fullName.trim() : undefined,
    sent,
    send,
    isSending: sendOtp.isPending,
    goBack: () => setSent(null),
    props: {
      way,
      phone: typed,
      fullName,
      error,
      isPending: checkPhone.isPending || sendOtp.isPending,
      onWay: setWay,
      onPhone: setTyped,
      onFullName: setFullName,
      onSubmit: submit,
    },
  }
}

function useCodeStep(
  { phone, fullName, sent, send, isSending, goBack }: PhoneStep,
  onHalfIn: () => void,
) {
  const { login } = useAccountTexts()
  const fail = useFailure()
  const enter = useEntering()
  const verifyOtp = useVerifyOtp()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  const verify = () => {
    if (code.length !== CODE_LENGTH) return setError(login.invalidCode)
    verifyOtp.mutate(
      { phone, code, ...(fullName && { fullName }) },
      {
        onSuccess: enter,
        onError: (reason) => {
          if (isHalfWay(reason)) return onHalfIn()
          setError(sentenceOf(reason, login.wrongCode))
          fail(reason, login.wrongCode)
        },
      },
    )
  }

  return {
    phone,
    code,
    error,
    isPending: verifyOtp.isPending || isSending,
    sentAt: sent?.at ?? 0,
    resendInSeconds: sent?.resendInSeconds ?? RESEND_SECONDS,
    onCode: (changed: string) => {
      setCode(changed)
      setError(null)
    },
    onVerify: verify,
    onResend: send,
    onChangePhone: () => {
      setCode('')
      setError(null)
      goBack()
    },
  }
}

const isHalfWay = (reason: unknown) =>
  reason instanceof ApiError && reason.problem?.code === 'second_factor_required'

/** The code was right; whoever has more than a phone is asked for it. */
function useFactorStep(isHalfIn: boolean, onChangePhone: () => void) {
  const text = useFactorTexts()
  const enter = useEntering()
  const byCode = useFinishByCode()
  const byPasskey = useFinishByPasskey()
  const error = byCode.error ?? byPasskey.error
  return {
    hasPasskey: useHasPasskey(isHalfIn),
    error: error ? sentenceOf(error, text.failed) : null,
    isPending: byCode.isPending || byPasskey.isPending,
    onCode: (code: string, refused: () => void) => {
      byPasskey.reset()
      byCode.mutate(code, { onSuccess: enter, onError: refused })
    },
    onPasskey: () => {
      byCode.reset()
      byPasskey.mutate(undefined, { onSuccess: enter })
    },
    onChangePhone: () => {
      byCode.reset()
      byPasskey.reset()
      onChangePhone()
    },
  }
}

function useEntering(): () => void {
  const { login } = useAccountTexts()
  const navigate = useNavigate()
  return () => {
    forgetTickets() // whoever was here before
    showToast({ title: login.success, text: login.successHint })
    void navigate(paths.home)
  }
}

type PhoneStep = ReturnType<typeof usePhoneStep>

function useFailure() {
  const text = useTexts()
  return (reason: unknown, otherwise: string) =>
    showToast({ title: text.toast.error, text: sentenceOf(reason, otherwise), isError: true })
}
