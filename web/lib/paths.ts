// Every address of the shop, in one place.
export const paths = {
  home: '/',
  howItWorks: '/how-it-works',
  raffles: '/raffles',
  raffle: (id: string) => `/raffle/${id}`,
  login: '/login',
  dashboard: '/dashboard',
  account: '/account',
  order: (id: string) => `/order/${id}`,
  paymentSuccess: (orderId: string) => `/payment/success?orderId=${orderId}`,
  faq: '/faq',
  shipping: '/shipping',
  terms: '/terms',
  privacy: '/privacy',
  adminLogin: '/admin/login',
  admin: '/admin',
  anchors: { howItWorks: '/#how-it-works', raffles: '/#raffles', winners: '/#winners' },
} as const
