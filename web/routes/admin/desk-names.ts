// Apart from the pages themselves: the server asks for the name of a desk and for nothing of it.
export const deskNames = [
  'attention',
  'fulfilment',
  'money',
  'invoice',
  'messages',
  'draws',
  'insight',
  'audit',
  'staff',
  'security',
  'settings',
  'invitation',
  'approvals',
] as const

export type DeskName = (typeof deskNames)[number]

export const isDesk = (name: string): name is DeskName => deskNames.some((desk) => desk === name)
