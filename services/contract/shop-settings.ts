// What the pages say about the shop itself: handed to every rendered page, so nothing in it is
// secret.
export type ShopSettings = {
  shopName: string
  /** Where orders are picked up. */
  address: string
  hours: string
  phone: string
  /** E.164. */
  whatsapp: string
  instagram: string | null
  facebook: string | null
  tiktok: string | null
  licenceNumber: string | null
  licenceAuthority: string | null
  /** `yyyy-MM-dd`. */
  licenceDate: string | null
  /** Google's tag; null: nobody but the shop itself counts. */
  gaMeasurementId: string | null
  /** Where staff have a host of their own: of which of the two this page is. */
  host?: 'shop' | 'staff'
}
