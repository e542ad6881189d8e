/** What a member of staff may be (answers 14). Apart from the facts: pages need it too. */
export const staffRoles = [
  'owner',
  'manager',
  'cashier',
  'fulfilment',
  'auditor',
  'regulator',
] as const
