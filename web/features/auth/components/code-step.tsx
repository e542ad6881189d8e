import { chakra, Flex, Text } from '@chakra-ui/react'
import { useEffect, useState } from 'react'

import { Button } from '../../../components/button.tsx'
import { Input } from '../../../components/input.tsx'
import { FormField } from '../../../components/form-field.tsx'
import { readablePhone } from '../../../lib/phone.ts'
import { useAccountTexts } from '../../../lib/text/account.tsx'
import { CODE_LENGTH, digitsOf } from '../sign-in.ts'

type Props = {
  phone: string
  code: string
  error: string | null
  isPending: boolean
  /** Changes with every code that was sent: the wait starts again. */
  sentAt: number
  resendInSeconds: number
  onCode: (code: string) => void
  onVerify: () => void
  onResend: () => void
  onChangePhone: () => void
}

export function CodeStep(props: Props) {
  const { phone, code, error, isPending, onCode, onVerify, onChangePhone } = props
  const { login } = useAccountTexts()
  return (
    <chakra.form
      noValidate
      display="flex"
      flexDirection="column"
      gap="4"
      onSubmit={(event) => {
        event.preventDefault()
        onVerify()
      }}
    >
      <Text color="fg.soft">
        <bdi>{login.codeSent(readablePhone(phone).replaceAll(' ', '\u00a0'))}</bdi>
      </Text>
      <FormField label={login.code} error={error}>
        {(parts) => <CodeInput {...parts} code={code} onCode={onCode} />}
      </FormField>
      <Button type="submit" disabled={isPending || code.length !== CODE_LENGTH}>
        {isPending ? login.verifying : login.verify}
      </Button>
      <Flex justify="space-between" wrap="wrap" gap="2">
        {/* Its words begin where the fields do. */}
        <Button type="button" variant="ghost" size="sm" ms="-4" onClick={onChangePhone}>
          {login.change}
        </Button>
        <ResendButton {...props} />
      </Flex>
    </chakra.form>
  )
}

type CodeInputProps = { id: string; code: string; onCode: (code: string) => void }

/** One real input, so that paste and the phone's own autofill work; drawn as six cells. */
function CodeInput({ code, onCode, ...parts }: CodeInputProps) {
  return (
    <Input
      {...parts}
      autoFocus
      dir="ltr"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      name="one-time-code"
      maxLength={CODE_LENGTH}
      value={code}
      onChange={({ target }) => onCode(digitsOf(target.value))}
      fontFamily="serial"
      fontSize="2xl"
      textAlign="start"
      width="calc(6 * 46px)"
      px="0"
      ps="15px"
      letterSpacing="calc(46px - 1ch)"
      bgImage="linear-gradient(to right, transparent 45px, token(colors.line.strong) 45px)"
      bgSize="46px 100%"
      overflow="hidden"
    />
  )
}

function ResendButton({ sentAt, resendInSeconds, isPending, onResend }: Props) {
  const { login } = useAccountTexts()
  const secondsLeft = useSecondsLeft(sentAt, resendInSeconds)
  return (
    <Button
      type="button"
      variant="outline"
      size="sm"
      disabled={secondsLeft > 0 || isPending}
      onClick={onResend}
    >
      {secondsLeft > 0 ? login.resendIn(secondsLeft) : login.resend}
    </Button>
  )
}

function useSecondsLeft(sinceMs: number, seconds: number): number {
  const [nowMs, setNowMs] = useState(sinceMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((sinceMs + seconds * 1_000 - Math.max(nowMs, sinceMs)) / 1_000))
}
