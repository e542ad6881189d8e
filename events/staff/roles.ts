/** What a member of staff may be. Apart from the facts: pages need it too. */
export const staffRoles = [
  'owner',
  'manager',
  'cashier',
  'fulfilment',
  'auditor',
  'regulator',
] as const

/** Who agrees as the second person where one is not enough. */
export const approverRoles = ['owner', 'manager'] as const

/** Who acts in the draw room, as the one who runs it or as the second person. */
export const drawRoles = ['owner', 'manager', 'regulator'] as const
