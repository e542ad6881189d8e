/** How the badge of an order's status is coloured, wherever a customer reads it. */
export const orderTones = {
  pending: 'saffron',
  paid: 'success',
  completed: 'success',
  cancelled: 'danger',
} as const
