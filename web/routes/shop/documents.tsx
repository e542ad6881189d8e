import { Link } from 'react-router-dom'

import { Button } from '../../components/button.tsx'
import { DocumentPage } from '../../features/content/components/document-page.tsx'
import { useDocuments } from '../../features/content/document-texts.ts'
import { paths } from '../../lib/paths.ts'
import { useTexts } from '../../lib/text/text.tsx'

export const Faq = () => <DocumentPage document={useDocuments().faq} isAccordion />
export const Shipping = () => <DocumentPage document={useDocuments().shipping} />
export const Terms = () => <DocumentPage document={useDocuments().terms} />
export const Privacy = () => <DocumentPage document={useDocuments().privacy} />

export function HowItWorks() {
  const text = useTexts()
  return (
    <DocumentPage
      document={useDocuments().howItWorks}
      action={
        <Button asChild variant="gold">
          <Link to={paths.raffles}>{text.steps.start}</Link>
        </Button>
      }
    />
  )
}
