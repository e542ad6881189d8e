// A body that fits the contract for each JSON call, by the name of its operation: what tests spoil
// one field at a time, and send where only access is in question.
export type SampleIds = { productId: string; orderId: string }

export function sampleBodies({ productId, orderId }: SampleIds): Record<string, object> {
  const items = [{ productId, quantity: 1, variantId: null }]
  return {
    checkPhone: { phone: '+96170123456' },
    sendOtp: { phone: '+96170123456', language: 'en' },
    verifyOtp: { phone: '+96170123456', code: '000000', fullName: 'Sample' },
    logout: {},
    adminLogin: { email: 'nobody@shop.example', password: 'not the password' },
    adminPassword: { currentPassword: 'not the password', newPassword: 'some other sentence' },
    placePurchase: {
      shippingMethod: 'delivery',
      paymentMethod: 'montypay',
      deliveryAddress: 'Sample, 70123456, Street 1, Beirut, 0000',
      customerName: 'Sample',
      customerEmail: 'sample@example.com',
      customerPhone: '+96170123456',
      items,
      expectedTotal: '15.00',
      addressParts: { street: 'Street 1', city: 'Beirut', postalCode: '0000' },
      language: 'en',
    },
    payAgain: { paymentMethod: 'montypay' },
    reconcile: {},
    resendReceipt: {},
    askAboutOrder: { kind: 'return', note: 'Sample' },
    changeProfile: { fullName: 'Sample', email: 'sample@example.com' },
    saveAddress: { label: 'Home', street: 'Street 1', city: 'Beirut', postalCode: '0000' },
    chooseMessages: { receipts: true, drawNews: true, offers: false, language: 'en' },
    capSpending: { monthlyCap: '100000.00' },
    pauseBuying: { days: 1 },
    sendPhoneCodes: { phone: '+96170123457', language: 'en' },
    changePhone: { phone: '+96170123457', currentCode: '000000', newCode: '000000' },
    sendErasureCode: { language: 'en' },
    eraseAccount: { code: '000000', giveUpTickets: false },
    keepCart: { lines: items },
    track: {
      events: [
        {
          name: 'purchase',
          currency: 'USD',
          value: 10,
          items: [{ item_id: productId, item_name: 'Sample', price: 10, quantity: 1 }],
          transaction_id: orderId,
          shipping: 5,
          shipping_tier: 'Delivery',
          payment_type: 'card',
          page_path: '/',
        },
      ],
    },
    adminPlaceOrder: {
      customerPhone: '+96170123456',
      customerName: 'Sample',
      customerEmail: 'sample@example.com',
      items,
      shippingMethod: 'pickup',
      deliveryAddress: '',
      paymentMethod: 'omt',
      status: 'pending',
      reference: 'R-1',
      collector: 'Sample',
      currency: 'USD',
      rate: '1',
    },
    adminChangeOrder: { status: 'completed', reference: 'R-1', collector: 'Sample', rate: '1' },
  }
}
