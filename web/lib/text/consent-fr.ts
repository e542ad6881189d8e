import type { ConsentTexts } from './consent-en.ts'

export const consentFr: ConsentTexts = {
  title: 'Pouvons-nous compter votre visite ?',
  text: 'Avec votre accord, nous disons à Google Analytics ce qui est regardé et acheté, jamais qui vous êtes. La boutique fonctionne aussi bien sans cela.',
  accept: 'Accepter',
  refuse: 'Refuser',
}
