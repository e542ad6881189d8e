import { Box, Flex, Text } from '@chakra-ui/react'

import type { StatementDifference } from '#services/contract/money-desk.ts'

import { DataTable } from '../../../components/admin/data-table.tsx'
import type { Column } from '../../../components/admin/data-table.tsx'
import { ErrorRetry, ListSpinner, LoadMore } from '../../../components/admin/list-faces.tsx'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Money } from '../../../components/money.tsx'
import { showUnread } from '../../../lib/admin/outcome.ts'
import { moneyIn } from '../../../lib/admin/received.ts'
import { momentOf } from '../../../lib/day.ts'
import type { AdminMoneyTexts } from '../../../lib/text/admin-money-en.ts'
import { useAdminMoneyTexts } from '../../../lib/text/admin-money.ts'
import { useLanguage } from '../../../lib/text/text.tsx'
import type { Language } from '../../../lib/text/text.tsx'
import { useDifferences } from '../api/money.ts'
import { keysOf } from '../difference-keys.ts'

type Props = { statementId: string; onOpenOrder: (orderId: string) => void }

/** One statement held against the books as they are now. */
export function Differences({ statementId, onOpenOrder }: Props) {
  const text = useAdminMoneyTexts()
  const language = useLanguage()
  const { last: data, rows, error, refetch, ...more } = useDifferences(statementId)
  if (error && !data)
    return <ErrorRetry line={text.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSpinner />
  const { statements } = text
  return (
    <Box mt="4">
      <Flex gap="2" mb="3" wrap="wrap" role="status">
        <Badge tone="success">{statements.matched(data.matched)}</Badge>
        {data.differenceCount > 0 && (
          <Badge tone="danger">{statements.differences(data.differenceCount)}</Badge>
        )}
      </Flex>
      {rows.length === 0 ? (
        <Text>{statements.allMatch}</Text>
      ) : (
        <>
          <DataTable
            caption={statements.differences(data.differenceCount)}
            columns={columnsOf(text, language, onOpenOrder)}
            rows={rows}
            keyOf={keysOf(rows)}
          />
          <LoadMore
            shown={rows.length}
            total={data.differenceCount}
            hasMore={more.hasNextPage}
            isLoading={more.isFetchingNextPage}
            onMore={() => void more.fetchNextPage().then((next) => showUnread(next, 'moreFailed'))}
          />
        </>
      )}
    </Box>
  )
}

function columnsOf(
  { statements, openOrder }: AdminMoneyTexts,
  language: Language,
  onOpenOrder: Props['onOpenOrder'],
): Column<StatementDifference>[] {
  return [
    {
      key: 'kind',
      header: statements.kind,
      cell: ({ kind }) => <Badge tone="danger">{statements.kinds[kind]}</Badge>,
    },
    {
      key: 'number',
      header: statements.number,
      cell: ({ attemptRef, providerRef }) => (
        <bdi dir="ltr">{attemptRef ?? providerRef ?? '–'}</bdi>
      ),
    },
    {
      key: 'stated',
      header: statements.stated,
      align: 'end',
      cell: ({ stated, currency }) => {
        if (stated === null) return '–'
        if (currency === undefined) return <Money amount={stated} />
        return <bdi>{moneyIn(stated, currency)}</bdi>
      },
    },
    {
      key: 'ours',
      header: statements.ours,
      align: 'end',
      cell: ({ ours }) => (ours === null ? '–' : <Money amount={ours} />),
    },
    {
      key: 'when',
      header: statements.when,
      cell: ({ at }) => <bdi>{momentOf(at, language)}</bdi>,
    },
    {
      key: 'order',
      header: openOrder,
      align: 'end',
      cell: ({ orderId, reference }) =>
        orderId === null ? (
          '–'
        ) : (
          <Button
            size="sm"
            variant="outline"
            aria-label={`${openOrder} ${reference ?? ''}`}
            onClick={() => onOpenOrder(orderId)}
          >
            <bdi>{reference ?? openOrder}</bdi>
          </Button>
        ),
    },
  ]
}
