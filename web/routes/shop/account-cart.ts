// Tells the customer what the shop has changed in his cart: a price, or what is not sold any more.
import { followAccountCart } from '../../features/cart/account-cart.ts'
import { selfTexts } from '../../lib/text/account-self.ts'
import { languageOfPage } from '../../lib/text/text.tsx'
import { showToast } from '../../lib/toasts.ts'

export function followCartOf(userId: string): () => void {
  return followAccountCart(userId, (changes) => void tell(changes))
}

type Changes = { repriced: string[]; gone: string[] }

async function tell({ repriced, gone }: Changes): Promise<void> {
  const language = languageOfPage()
  await selfTexts.load(language)
  const { cart } = selfTexts.of(language)
  const sentences = [
    ...(repriced.length > 0 ? [cart.repriced(repriced.join(', '))] : []),
    ...(gone.length > 0 ? [cart.gone(gone.join(', '))] : []),
  ]
  showToast({ title: cart.title, text: sentences.join(' ') })
}
