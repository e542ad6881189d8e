// Sentences of the checkout, loaded with it.
import type { Widen } from './widen.ts'

export const checkoutEn = {
  title: 'Checkout',
  contact: 'Contact',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  phoneWhy: 'Your tickets are sent to this number and belong to it.',
  phoneBack: (phone: string) => `Tickets will go to ${phone}`,
  country: 'Country',
  shipping: 'Shipping',
  pickup: 'Pickup',
  pickupReady: 'Free. Ready in 2-3 days',
  delivery: 'Delivery',
  deliveryTime: '$5.00. Takes 3-5 business days',
  pickupAt: 'Pickup location',
  address: 'Address',
  city: 'City',
  postalCode: 'Postal code',
  postalHint: '0000 if you have none',
  payment: 'Payment',
  whish: 'WhishPay Wallet',
  whishHint: 'Pay from your mobile wallet',
  card: 'Card Payment',
  cardHint: 'Visa or Mastercard, by MontyPay',
  summary: 'Summary',
  subtotal: 'Subtotal',
  shippingCost: 'Shipping',
  free: 'Free',
  total: 'Total',
  tickets: 'Raffle tickets',
  adult:
    'By placing this order you confirm that you are 18 or older and accept the Terms & Conditions.',
  pay: (money: string) => `Pay ${money}`,
  processing: 'Processing...',
  missing: 'Missing information',
  missingContact: 'Please fill in your name, email, and phone number.',
  missingAddress: 'Please fill in all delivery address fields.',
  invalidEmail: 'Invalid email',
  invalidEmailHint: 'Please enter a valid email address.',
  failed: 'Order failed',
  waiting: 'We try again by ourselves. Please keep this page open.',
  failedHint: 'Failed to process your order. Please try again.',
  confirmed: 'Order confirmed!',
  confirmedHint: (n: number) =>
    `You've received ${n} raffle tickets and have been automatically entered into active raffles.`,
  redirecting: 'Redirecting to payment...',
  redirectingHint: (provider: string) =>
    `You'll be redirected to complete your payment with ${provider}.`,
  priceChanged: 'Prices have changed',
  priceChangedHint: (money: string) =>
    `Your cart now shows today's prices. The new total is ${money}.`,
  ticketsLeft: (n: number, raffle: string) => `Only ${n} tickets left for ${raffle}`,
  goodsLeft: (n: number, goods: string) =>
    n === 0 ? `${goods} is sold out` : `Only ${n} left of ${goods}`,
  takeInstead: (n: number) => `Take ${n} instead`,
  noneLeft: 'Remove it from the cart',
}

export type CheckoutTexts = Widen<typeof checkoutEn>
