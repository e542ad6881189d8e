// What the error catalogue has staff read, to the letter, and in its order. Each of them stands
// among the sentences of staff (`catalogue.test.ts`), and has a row that provokes it.
export const adminMessages: readonly string[] = [
  'Failed to load analytics data',
  'Failed to load customers data',
  'Failed to load customer details',

  'Failed to save raffle',
  'Failed to save product',
  'Failed to save variant',
  'Failed to create order',

  'Failed to delete raffle',
  'Failed to delete product',
  'Failed to delete variant',

  'Failed to export raffle entries',
  'Failed to fetch orders',
  'Failed to fetch products',
  'Failed to fetch raffles',
  'Failed to fetch variants',

  'Error',
  'Cannot delete raffle',
  'Cannot delete product',
  'Cannot delete variant',
  'Failed to Create Order',
  'Export failed',

  'Please enter email and password',
  'Invalid email or password',
  'Missing Information',
  'Please provide customer phone and at least one product.',
  'Invalid Products',
  'Please select valid products with quantities.',

  'Raffle created',
  'Raffle updated',
  'Product created',
  'Product updated',
  'Variant created',
  'Variant updated',
  'Variant deleted',
  'Raffle deleted',
  'Product deleted',
  'Export successful',
  'Success!',
  'Admin logged in successfully.',
  'Order Created Successfully',

  'No raffles yet. Create your first raffle to get started.',
  'No customers found matching your search',
  'No customers yet',
  'No raffle entries yet',
  'No orders yet',
  'No orders yet.',
  'No product data available',
  'No payment data available',
]
