// What each call of staff that changes something, or takes a file, leaves in the audit trail: the
// names of acts, which stand beside the facts with who and from where (docs/security.md, K22).
// `acts.db.test.ts` holds the rows against the calls there are; names are checked by their type.
import type { ActName } from '../../commands/act-names.ts'

/** Why nothing is left. */
type Nothing = { why: string }

const signIn: Nothing = { why: 'who he is, not what he did: kept with the sign-ins' }
const question: Nothing = { why: 'a question; what is answered counts' }

export const leavesBehind: Readonly<Record<string, readonly ActName[] | Nothing>> = {
  adminPassword: ['change password'],
  proveByCode: ['use recovery code'], // a code of the app leaves a sign-in
  askPasskey: question,
  proveByPasskey: signIn,
  beginTotp: question,
  confirmTotp: ['add second factor', 'make recovery codes'],
  removeTotp: ['remove second factor'],
  renewRecoveryCodes: ['make recovery codes'],
  addPasskey: ['add second factor', 'make recovery codes'],
  removePasskey: ['remove second factor'],

  inviteStaff: ['invite staff'],
  changeStaff: ['change role', 'rename staff', 'set staff phone', 'disable staff', 'enable staff'],
  resetStaffPassword: ['reset password'],
  resetStaffFactors: ['remove second factor'],
  revokeStaffSessions: ['revoke sessions'],
  revokeStaffSession: ['revoke sessions'],
  decideApproval: ['approve', 'refuse'],

  adminCreateRaffle: ['publish raffle'],
  adminChangeRaffle: ['change raffle', 'request approval', 'use approval'],
  adminDeleteRaffle: ['delete raffle'],
  adminCreateProduct: ['list product'],
  adminChangeProduct: ['change product'],
  adminDeleteProduct: ['delete product'],
  adminCreateVariant: ['add variant', 'count pieces'],
  adminChangeVariant: ['change variant', 'count pieces', 'adjust pieces', 'count no pieces'],
  adminDeleteVariant: ['delete variant'],
  adminAdjustStock: ['adjust pieces'],
  adminImportProducts: [
    'list product',
    'change product',
    'add variant',
    'change variant',
    'count pieces',
    'adjust pieces',
    'count no pieces',
  ],

  adminPlaceOrder: ['place_order', 'request approval', 'use approval'],
  adminChangeOrder: ['mark_paid', 'hand_over', 'cancel', 'request approval', 'use approval'],
  adminHandOver: ['hand_over'],
  adminExtendHold: ['extend_hold'],
  adminCorrectHolder: ['correct_holder', 'request approval', 'use approval'],
  adminCorrectContact: ['correct_contact'],
  adminPayRefund: ['pay_refund', 'request approval', 'use approval'],
  adminOweRefund: ['owe_refund'],
  adminReturnLine: ['return_line'],
  adminWithdrawRefund: ['withdraw_refund', 'request approval', 'use approval'],
  adminWithdrawRefundPayment: ['withdraw_refund_payment', 'request approval', 'use approval'],
  adminAnswerRequest: ['accept_request', 'decline_request'],
  adminProvePayment: ['prove_payment', 'correct_method'],
  adminResendReceipt: ['resend_receipt'],
  adminIssueInvoice: ['issue_invoice'],
  adminCheckPayment: { why: 'asks the provider, as the shop does by itself; he decides' },

  adminExcludeCustomer: ['customer excluded', 'exclusion lifted'],
  adminExcludeNumber: ['customer excluded', 'exclusion lifted'],
  adminCorrectCustomer: ['correct_customer'],
  adminSignOutCustomer: ['customer signed out'],
  adminHandleAttention: ['attention settled'],
  adminResendMessage: ['message resent'],
  adminImportStatement: ['statement imported'],
  adminWithdrawStatement: ['statement withdrawn'],
  adminCashUp: ['till counted'],
  adminSetRate: ['rate set'],
  adminSetTax: ['vat set'],
  makePaper: ['sample drawn'],
  notePaper: ['paper noted'],

  adminExportEntries: ['entries exported'],
  adminExportRegister: ['register exported'],
  adminExportOpenings: ['openings exported'],
  adminExportCustomers: ['customers exported'],
  adminExportOrders: ['orders exported'],
  adminExportRefunds: ['refunds exported'],
  adminExportSales: ['sales exported'],
  exportAuditTrail: ['trail exported'],

  adminRecordDrawSession: ['session recorded'],
  adminCloseForDraw: ['draw closed'],
  adminSignOffDrawAct: ['draw agreed'],
  adminWithdrawDrawSignOff: ['agreement withdrawn'],
  adminSealRegister: ['draw agreed', 'draw: SealRegister'],
  adminRecordEntropy: ['dice read', 'draw: SealEntropy'],
  adminRevealSeed: ['draw: RevealSeed'],
  adminRecordBeacon: ['draw: RecordBeacon'],
  adminCompleteDraw: ['draw: CompleteDraw'],
  adminPublishDraw: ['result published'],
  adminPostponeDraw: ['draw agreed', 'draw: PostponeDraw'],
  adminAnnulDraw: ['draw agreed', 'draw: AnnulDraw'],
  adminNoteWinnerContact: ['winner contacted'],
  adminCheckWinnerIdentity: ['winner checked'],
  adminForfeitPrize: ['draw agreed', 'draw: ForfeitPrize', 'forfeit witnessed'],
  adminPromotePrize: ['draw: PromotePrize'],
  adminDeliverPrize: ['draw: DeliverPrize'],
}
