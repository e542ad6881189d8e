// Signing in, step by step: phone, code, home.
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useCheckPhone } from '../../features/auth/api/check-phone.ts'
import { useSendOtp } from '../../features/auth/api/send-otp.ts'
import { useVerifyOtp } from '../../features/auth/api/verify-otp.ts'
import type { Way } from '../../features/auth/components/phone-step.tsx'
import { CODE_LENGTH, phoneStepProblem, RESEND_SECONDS } from '../../features/auth/sign-in.ts'
import { sentenceOf } from '../../lib/http.ts'
import { forgetTickets } from '../../lib/kept-tickets.ts'
import { paths } from '../../lib/paths.ts'
import { lebanesePhone } from '../../lib/phone.ts'
import { useAccountTexts } from '../../lib/text/account.tsx'
import { useTexts } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

export function useSignIn() {
  const phoneStep = usePhoneStep()
  const codeStep = useCodeStep(phoneStep)
  return {
    step: phoneStep.sent ? ('code' as const) : ('phone' as const),
    phoneStep: phoneStep.props,
    codeStep,
  }
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

function useCodeStep({ phone, fullName, sent, send, isSending, goBack }: PhoneStep) {
  const { login } = useAccountTexts()
  const fail = useFailure()
  const navigate = useNavigate()
  const verifyOtp = useVerifyOtp()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)

  const verify = () => {
    if (code.length !== CODE_LENGTH) return setError(login.invalidCode)
    verifyOtp.mutate(
      { phone, code, ...(fullName && { fullName }) },
      {
        onSuccess: () => {
          forgetTickets() // whoever was here before
          showToast({ title: login.success, text: login.successHint })
          void navigate(paths.home)
        },
        onError: (reason) => {
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

type PhoneStep = ReturnType<typeof usePhoneStep>

function useFailure() {
  const text = useTexts()
  return (reason: unknown, otherwise: string) =>
    showToast({ title: text.toast.error, text: sentenceOf(reason, otherwise), isError: true })
}
