import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react'
import { useState } from 'react'

import { onlineMethods } from '#events/order/words.ts'
import type { Statement } from '#services/contract/money-desk.ts'

import { SelectField } from '../../../components/admin/fields.tsx'
import { csvKinds, FileField } from '../../../components/admin/file-field.tsx'
import { EmptyState, ListFaces, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { showFailure, showSuccess } from '../../../lib/admin/outcome.ts'
import { useFocusOnFirstNew } from '../../../lib/admin/first-new.ts'
import { isId } from '../../../lib/admin/in-address.ts'
import { isDollars, moneyIn } from '../../../lib/admin/received.ts'
import { useInAddress } from '../../../lib/admin/use-in-address.ts'
import { dayOf } from '../../../lib/day.ts'
import { useFaultFocus } from '../../../lib/fault-focus.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import { useImportStatement, useStatements } from '../api/money.ts'
import { Differences } from './differences.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

type Props = { mayImport: boolean; onOpenOrder: (orderId: string) => void }

/** The one whose lines are in view; none: ''. */
const usual = { statement: '' }
const known = { statement: isId }

export function Statements({ mayImport, onOpenOrder }: Props) {
  const text = useAdminMoneyTexts()
  const [{ statement: openId }, choose] = useInAddress(usual, known)
  const list = useStatements()
  const rows = useFocusOnFirstNew<HTMLUListElement>(list.rows.length)
  return (
    <Flex direction="column" gap="5">
      {mayImport && <ImportForm onImported={(statement) => choose({ statement })} />}
      <ListFaces
        state={list.state}
        error={list.error}
        failedLine={text.failed}
        onRetry={list.refresh}
        empty={<EmptyState line={text.statements.empty} />}
      >
        <chakra.ul ref={rows} display="flex" flexDirection="column" gap="3">
          {list.rows.map((statement) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              isOpen={statement.id === openId}
              mayWithdraw={mayImport}
              onToggle={() => choose({ statement: statement.id === openId ? '' : statement.id })}
              onOpenOrder={onOpenOrder}
            />
          ))}
        </chakra.ul>
        <LoadMore
          shown={list.rows.length}
          total={list.total}
          hasMore={list.hasMore}
          isLoading={list.isLoadingMore}
          onMore={list.more}
        />
      </ListFaces>
    </Flex>
  )
}

function ImportForm({ onImported }: { onImported: (statementId: string) => void }) {
  const { statements, providers } = useAdminMoneyTexts()
  const importing = useImportStatement()
  // Nothing is chosen for anybody: a file under the wrong provider matches nothing.
  const [provider, setProvider] = useState<Statement['provider'] | ''>('')
  const [file, setFile] = useState<File | null>(null)
  /** The field forgets the file with its key: it is not sent once more by mistake. */
  const [imported, setImported] = useState(0)
  const [fault, setFault] = useState<object | null>(null)
  const form = useFaultFocus(fault)

  const submit = () => {
    const isReady = provider !== '' && file !== null
    setFault(isReady ? null : {})
    if (!isReady) return
    importing.mutate(
      { provider, file },
      {
        onSuccess: ({ statement }) => {
          showSuccess(statements.imported)
          setProvider('')
          setFile(null)
          setImported((times) => times + 1)
          onImported(statement.id)
        },
        onError: (reason) => showFailure(statements.importFailed, reason, statements.importFailed),
      },
    )
  }
  return (
    <chakra.form
      ref={form}
      noValidate
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      p="4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <chakra.h2 fontWeight="bold" fontSize="lg">
        {statements.import}
      </chakra.h2>
      <Text fontSize="sm" color="fg.soft" mb="3">
        {statements.importLead}
      </Text>
      <Grid templateColumns={{ base: '1fr', md: '180px 1fr auto' }} gap="3" alignItems="start">
        <SelectField
          label={statements.provider}
          name="provider"
          value={provider}
          error={fault && provider === '' ? statements.chooseProvider : null}
          onChange={(value) => setProvider(onlineMethods.find((known) => known === value) ?? '')}
          isRequired
        >
          <option value="" disabled>
            {statements.choose}
          </option>
          <option value="whishpay">{providers.whishpay}</option>
          <option value="montypay">{providers.montypay}</option>
        </SelectField>
        <FileField
          key={imported}
          label={statements.file}
          kinds={csvKinds}
          error={fault && file === null ? statements.chooseFile : null}
          onChoose={setFile}
        />
        <Button type="submit" mt={{ md: '6' }} disabled={importing.isPending}>
          {importing.isPending ? statements.submitting : statements.submit}
        </Button>
      </Grid>
    </chakra.form>
  )
}

type RowProps = {
  statement: Statement
  isOpen: boolean
  mayWithdraw: boolean
  onToggle: () => void
  onOpenOrder: (orderId: string) => void
}

function StatementRow({ statement, isOpen, mayWithdraw, onToggle, onOpenOrder }: RowProps) {
  const { statements, providers } = useAdminMoneyTexts()
  const [isAsked, setIsAsked] = useState(false)
  const language = useLanguage()
  const { firstDay, lastDay } = statement
  return (
    <chakra.li
      tabIndex={-1}
      listStyleType="none"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="ticket"
      p="4"
    >
      <Flex justify="space-between" gap="4" wrap="wrap">
        <Box minW="0">
          <Flex gap="2" align="center" wrap="wrap">
            <Badge tone="cedar">{providers[statement.provider]}</Badge>
            <Text fontWeight="bold" minW="0">
              <chakra.bdi overflowWrap="anywhere">{statement.fileName}</chakra.bdi>
            </Text>
          </Flex>
          <Text fontSize="sm" color="fg.soft" mt="1">
            {statements.days(dayOf(firstDay, language), dayOf(lastDay, language))} ·{' '}
            {statements.lines(statement.lines)}
            {statement.importedBy && <> · {statements.by(statement.importedBy)}</>}
          </Text>
          {statement.repeated > 0 && (
            <Text fontSize="sm" color="fg.soft">
              {statements.repeated(statement.repeated)}
            </Text>
          )}
        </Box>
        <Flex direction="column" gap="3">
          {sumsOf(statement).map((sums) => (
            <SumsOf key={sums.currency} sums={sums} />
          ))}
        </Flex>
        <Flex gap="2" wrap="wrap" alignSelf="center">
          <Button size="sm" variant="outline" aria-expanded={isOpen} onClick={onToggle}>
            {statements.open}
          </Button>
          {mayWithdraw && (
            <Button
              size="sm"
              variant="outline"
              aria-label={`${statements.withdraw} ${statement.fileName}`}
              onClick={() => setIsAsked(true)}
            >
              {statements.withdraw}
            </Button>
          )}
        </Flex>
      </Flex>
      {isAsked && <WithdrawDialog statement={statement} onClose={() => setIsAsked(false)} />}
      {isOpen && <Differences statementId={statement.id} onOpenOrder={onOpenOrder} />}
    </chakra.li>
  )
}

type Sums = NonNullable<Statement['others']>[number]

/** Dollars first, unless all its lines count in something else. */
function sumsOf({ sales, fees, refunds, net, others = [] }: Statement): Sums[] {
  const inDollars = { currency: 'USD', sales, fees, refunds, net }
  const hasDollars = [sales, fees, refunds].some((amount) => Number(amount) !== 0)
  return hasDollars || others.length === 0 ? [inDollars, ...others] : [...others]
}

/** Each currency by itself: no rate stands in a statement. */
function SumsOf({ sums }: { sums: Sums }) {
  const { statements } = useAdminMoneyTexts()
  const amounts = [
    [statements.sales, sums.sales],
    [statements.fees, sums.fees],
    [statements.refunds, sums.refunds],
    [statements.net, sums.net],
  ] as const
  return (
    <Flex
      as="dl"
      // Two by two on a phone, where they are short enough: pounds are not.
      wrap={{ base: 'wrap', md: 'nowrap' }}
      columnGap="5"
      rowGap="2"
    >
      {amounts.map(([label, amount]) => (
        <Box key={label} flex={{ base: '1 1 40%', md: 'none' }} whiteSpace="nowrap">
          <chakra.dt fontSize="xs" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd fontWeight="bold">
            {isDollars(sums.currency) ? (
              <Money amount={amount} />
            ) : (
              <bdi>{moneyIn(amount, sums.currency)}</bdi>
            )}
          </chakra.dd>
        </Box>
      ))}
    </Flex>
  )
}
