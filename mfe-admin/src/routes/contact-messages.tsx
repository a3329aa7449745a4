import { ContactMessages } from '../features/desk/contact-messages.tsx';
import { texts } from '../features/desk/texts.ts';
import { OrganiserPage } from '../features/organising/organiser-page.tsx';

/** `/contact-messages`: what visitors wrote, to be answered. */
export default function ContactMessagesPage() {
  return (
    <OrganiserPage needs="organiser" purpose={texts.messages.purpose}>
      <ContactMessages />
    </OrganiserPage>
  );
}
