// Every call of the HTTP interface, in one table. A call that is not here is not served under /api,
// and an answer that is not here fails the tests.
import { accountOperations } from './operations-account.ts'
import { alertOperations } from './operations-alerts.ts'
import { adminOperations } from './operations-admin.ts'
import { analyticsOperations } from './operations-analytics.ts'
import { approvalOperations } from './operations-approvals.ts'
import { auditOperations } from './operations-audit.ts'
import { bundleOperations } from './operations-bundles.ts'
import { customerSecurityOperations } from './operations-customer-security.ts'
import { deskOperations } from './operations-desks.ts'
import { drawOperations } from './operations-draws.ts'
import { ledgerOperations } from './operations-ledger.ts'
import { messageOperations } from './operations-messages.ts'
import type { Operation } from './operation.ts'
import { moneyOperations } from './operations-money.ts'
import { orderActOperations } from './operations-order-acts.ts'
import { orderOperations } from './operations-orders.ts'
import { productImportOperations } from './operations-product-import.ts'
import { settingsOperations } from './operations-settings.ts'
import { shopOperations } from './operations-shop.ts'
import { staffOperations } from './operations-staff.ts'

export const operations: readonly Operation[] = [
  ...shopOperations,
  ...messageOperations,
  ...orderOperations,
  ...orderActOperations,
  ...deskOperations,
  ...moneyOperations,
  ...accountOperations,
  ...customerSecurityOperations,
  ...alertOperations,
  ...adminOperations,
  ...productImportOperations,
  ...analyticsOperations,
  ...staffOperations,
  ...auditOperations,
  ...ledgerOperations,
  ...drawOperations,
  ...bundleOperations,
  ...approvalOperations,
  ...settingsOperations,
]
