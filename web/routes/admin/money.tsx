import { Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { beirutDayOf } from '#events/kernel/beirut-day.ts'
import type { User } from '#services/contract/auth.ts'

import { AdminPage } from '../../components/admin/admin-page.tsx'
import { RefreshButton } from '../../components/admin/refresh-button.tsx'
import { Segment } from '../../components/admin/segment.tsx'
import { useMoneyAgain, useRefundsAgain } from '../../features/admin-money/api/money.ts'
import { Files } from '../../features/admin-money/components/files.tsx'
import { Rates } from '../../features/admin-money/components/rates.tsx'
import { Refunds } from '../../features/admin-money/components/refunds.tsx'
import { Statements } from '../../features/admin-money/components/statements.tsx'
import { Tills } from '../../features/admin-money/components/tills.tsx'
import { OrderDialog } from '../../features/admin-orders/components/order-dialog.tsx'
import { mayAct } from '../../features/admin-orders/order-act-forms.ts'
import type { ChosenAct } from '../../features/admin-orders/order-act-forms.ts'
import { isOffered } from '../../lib/admin/offers.ts'
import { samePage } from '../../lib/admin/same-page.ts'
import { useAdminMoneyTexts } from '../../lib/text/admin-money.ts'
import { StaffPage } from './staff-page.tsx'

const parts = ['statements', 'till', 'refunds', 'files', 'rates'] as const
type Part = (typeof parts)[number]

/** Parts that hold what others do meanwhile; the others are forms. */
const reads: ReadonlySet<Part> = new Set(['statements', 'till', 'refunds'])

export function MoneyPage() {
  return <StaffPage>{(staff) => <MoneyDesk staff={staff} />}</StaffPage>
}

type Opened = { orderId: string; act: ChosenAct | null }

function MoneyDesk({ staff }: { staff: User }) {
  const text = useAdminMoneyTexts()
  const [search, setSearch] = useSearchParams()
  const offered = parts.filter((known) => known !== 'files' || isOffered('takeFiles', staff))
  const part = offered.find((known) => known === search.get('part')) ?? 'statements'
  const [opened, setOpened] = useState<Opened | null>(null)
  const [today] = useState(() => beirutDayOf(new Date().toISOString()))
  const isManager = staff.role === 'owner' || staff.role === 'manager'
  const refundsAgain = useRefundsAgain()
  const again = useMoneyAgain()
  const open = (orderId: string, act: ChosenAct | null = null) => setOpened({ orderId, act })

  const shown: Record<Part, React.ReactNode> = {
    statements: <Statements mayImport={isManager} onOpenOrder={open} />,
    till: (
      <Tills
        mayCount={({ cashierId, cashUp }) =>
          cashierId === staff.id ? cashUp === null && mayAct(staff.role, 'mark_paid') : isManager
        }
      />
    ),
    refunds: (
      <Refunds
        mayPay={mayAct(staff.role, 'pay_refund')}
        onOpen={({ orderId, refundId, paidAt }) =>
          open(orderId, paidAt === null ? { kind: 'pay_refund', refundId } : null)
        }
        onWithdraw={({ orderId, refundId }) => open(orderId, { kind: 'withdraw_refund', refundId })}
      />
    ),
    files: <Files />,
    rates: <Rates mayChange={isManager} today={today} />,
  }
  return (
    <AdminPage
      title={text.title}
      lead={text.lead}
      level="h1"
      actions={
        reads.has(part) && (
          <RefreshButton isRefreshing={again.isRefreshing} onRefresh={again.refresh} />
        )
      }
    >
      <Flex mb="5">
        <Segment
          legend={text.parts}
          name="moneyPart"
          value={part}
          choices={offered.map((value) => ({ value, label: text.tabs[value] }))}
          onChange={(value) => setSearch({ part: value }, samePage)}
        />
      </Flex>
      {shown[part]}
      {opened && (
        <OrderDialog
          orderId={opened.orderId}
          role={staff.role}
          firstAct={mayAct(staff.role, 'pay_refund') ? opened.act : null}
          onClose={() => {
            setOpened(null)
            refundsAgain()
          }}
        />
      )}
    </AdminPage>
  )
}
