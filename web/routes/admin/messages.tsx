import { Box, chakra, Flex, Text } from '@chakra-ui/react'
import { useState } from 'react'

import type { User } from '#services/contract/auth.ts'
import { messageStates } from '#services/contract/admin-messages.ts'
import type { AdminMessage } from '#services/contract/admin-messages.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { DataTable } from '../../components/admin/data-table.tsx'
import type { Column } from '../../components/admin/data-table.tsx'
import { SelectField, TextField } from '../../components/admin/fields.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../components/admin/list-faces.tsx'
import { RefreshButton } from '../../components/admin/refresh-button.tsx'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { useResendMessage } from '../../features/admin-desks/api/attention.ts'
import { useMessages } from '../../features/admin-desks/api/messages.ts'
import { OrderDialog } from '../../features/admin-orders/components/order-dialog.tsx'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import { oneOf } from '../../lib/admin/in-address.ts'
import { showFailure, showSuccess } from '../../lib/admin/outcome.ts'
import { useInAddress } from '../../lib/admin/use-in-address.ts'
import { useSettled } from '../../lib/admin/use-settled.ts'
import { useTyped } from '../../lib/admin/use-typed.ts'
import { momentOf } from '../../lib/day.ts'
import { readablePhone } from '../../lib/phone.ts'
import type { AdminDesksTexts } from '../../lib/text/admin-desks-en.ts'
import { useAdminDesksTexts } from '../../lib/text/admin-desks.ts'
import { useAdminTexts } from '../../lib/text/admin.ts'
import { useLanguage } from '../../lib/text/text.tsx'
import type { Language } from '../../lib/text/text.tsx'
import { StaffPage } from './staff-page.tsx'

const SEARCH_SETTLES_MS = 300

export function MessagesPage() {
  return <StaffPage>{(staff) => <Messages staff={staff} />}</StaffPage>
}

const usual = { state: '' }
const known = { state: oneOf(messageStates) }

function Messages({ staff }: { staff: User }) {
  const { messages } = useAdminDesksTexts()
  const language = useLanguage()
  const [{ state }, choose] = useInAddress(usual, known)
  const [typed, setTyped] = useTyped('messages')
  const search = useSettled(typed.trim(), SEARCH_SETTLES_MS)
  const list = useMessages({ state, search })
  const isFiltered = state !== '' || search !== ''
  const resend = useResend()
  const [opened, setOpened] = useState<string | null>(null)
  const columns = columnsOf({
    text: messages,
    language,
    onOpenOrder: setOpened,
    ...(mayAct(staff.role, 'mark_paid') && { resend }),
  })

  return (
    <AdminPage
      title={messages.title}
      lead={messages.lead}
      level="h1"
      actions={<RefreshButton isRefreshing={list.isRefreshing} onRefresh={list.refresh} />}
    >
      <Flex gap="3" mb="4" wrap="wrap">
        <Box flex="1" minW="220px">
          <TextField
            label={messages.search}
            name="search"
            type="search"
            charactersMax={60}
            value={typed}
            onChange={setTyped}
          />
        </Box>
        <Box width={{ base: 'full', md: '200px' }}>
          <SelectField
            label={messages.state}
            name="state"
            value={state}
            onChange={(next) => choose({ state: next })}
          >
            <option value="">{messages.anyState}</option>
            {messageStates.map((offered) => (
              <option key={offered} value={offered}>
                {messages.states[offered]}
              </option>
            ))}
          </SelectField>
        </Box>
      </Flex>
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={messages.failed}
        onRetry={list.refresh}
        empty={<EmptyState line={isFiltered ? messages.none : messages.empty} />}
      >
        <DataTable
          caption={messages.title}
          columns={columns}
          rows={list.rows}
          keyOf={({ ref }) => ref}
        />
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          isCapped={list.isCapped}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
      {opened && (
        <OrderDialog
          orderId={opened}
          role={staff.role}
          onClose={() => {
            setOpened(null)
            list.refresh()
          }}
        />
      )}
    </AdminPage>
  )
}

function useResend() {
  const { messages } = useAdminDesksTexts()
  const admin = useAdminTexts()
  const resend = useResendMessage()
  return {
    isPending: resend.isPending,
    send: (ref: string) =>
      resend.mutate(ref, {
        onSuccess: ({ state }) =>
          showSuccess(state === 'waiting' ? messages.resentSoon : messages.resent),
        onError: (reason) => showFailure(admin.error, reason, messages.resendFailed),
      }),
  }
}

type Shown = {
  text: AdminDesksTexts['messages']
  language: Language
  onOpenOrder: (orderId: string) => void
  resend?: ReturnType<typeof useResend>
}

const tones = {
  waiting: 'saffron',
  sent: 'plain',
  delivered: 'success',
  failed: 'danger',
  unknown: 'plain',
} as const

/** `undelivered:30003`: our word, and the gateway's own code where it gave one. */
function failureOf(failure: string, reasons: Readonly<Record<string, string>>): string {
  const [word = '', code] = failure.split(':')
  const reason = reasons[word] ?? word
  return code === undefined ? reason : `${reason} (${code})`
}

/** It breaks at its sign before it breaks anywhere. */
function Address({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <chakra.bdi dir="ltr" overflowWrap="break-word">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </chakra.bdi>
  )
}

function Words({ words }: { words: string }) {
  return (
    <Text dir="auto" fontSize="sm" whiteSpace="pre-line" overflowWrap="anywhere">
      {words}
    </Text>
  )
}

/** An e-mail is long: its first line, and the others for whoever asks. */
function Letter({ words, text }: { words: string; text: AdminDesksTexts['messages'] }) {
  const [title = '', ...others] = words.split('\n\n')
  return (
    <>
      <Words words={title} />
      <chakra.details>
        <chakra.summary py="1" fontSize="xs" color="fg.muted" cursor="pointer" width="fit-content">
          {text.whole}
        </chakra.summary>
        <Words words={others.join('\n\n')} />
      </chakra.details>
    </>
  )
}

const act = {
  size: 'sm',
  variant: 'outline',
  width: { base: 'full', md: 'auto' },
  whiteSpace: 'nowrap',
} as const

function columnsOf({ text, language, onOpenOrder, resend }: Shown): Column<AdminMessage>[] {
  const columns: Column<AdminMessage>[] = [
    {
      key: 'when',
      header: text.when,
      cell: ({ createdAt }) => (
        <chakra.bdi whiteSpace="nowrap">{momentOf(createdAt, language)}</chakra.bdi>
      ),
    },
    {
      key: 'to',
      header: text.to,
      cell: ({ to, channel }) =>
        channel === 'text' ? (
          <chakra.bdi dir="ltr" whiteSpace="nowrap">
            {readablePhone(to)}
          </chakra.bdi>
        ) : (
          <Address address={to} />
        ),
    },
    {
      key: 'text',
      header: text.text,
      onPhone: 'bare',
      cell: ({ text: words, purpose, channel }) => (
        <Box maxW="56ch">
          <Text fontSize="xs" color="fg.muted">
            {text.purposes[purpose]} · {text.channels[channel]}
          </Text>
          {channel === 'text' ? (
            <Words words={words ?? ''} />
          ) : (
            <Letter words={words ?? ''} text={text} />
          )}
        </Box>
      ),
    },
    {
      key: 'state',
      header: text.state,
      cell: ({ state, failure, tries, deliveredAt }) => (
        <Box>
          <Badge tone={tones[state]}>{text.states[state]}</Badge>
          <Text fontSize="xs" color="fg.muted">
            {failure !== null && failureOf(failure, text.reasons)}
            {failure === null &&
              (deliveredAt === null ? (
                text.tries(tries)
              ) : (
                <bdi>{momentOf(deliveredAt, language)}</bdi>
              ))}
          </Text>
        </Box>
      ),
    },
    {
      key: 'order',
      header: text.openOrder,
      align: 'end',
      onPhone: 'bare',
      cell: ({ orderId }) =>
        orderId !== null && (
          <Button {...act} onClick={() => onOpenOrder(orderId)}>
            {text.openOrder}
          </Button>
        ),
    },
  ]
  if (resend === undefined) return columns
  return [
    ...columns,
    {
      key: 'resend',
      header: text.resend,
      align: 'end',
      onPhone: 'bare',
      cell: ({ ref }) => (
        <Button {...act} disabled={resend.isPending} onClick={() => resend.send(ref)}>
          {text.resend}
        </Button>
      ),
    },
  ]
}
