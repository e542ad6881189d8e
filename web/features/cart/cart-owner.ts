import { writeStored } from '../../lib/storage.ts'

export const CART_OWNER = 'qura.cart-owner'

/** Nobody is signed in: what is put into the cart now is joined at the next sign-in. */
export const disownCart = (): void => writeStored(CART_OWNER, null)
