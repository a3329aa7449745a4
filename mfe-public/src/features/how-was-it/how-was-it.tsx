import { HOW_WAS_IT_LINK } from '@concert/contracts/notify/how-was-it-link';
import { Button } from '@concert/design-system/button.tsx';
import { Card } from '@concert/design-system/card.tsx';
import { TextArea } from '@concert/design-system/field.tsx';
import { Form } from '@concert/design-system/form.tsx';
import { Failure, Notice } from '@concert/design-system/notice.tsx';
import { useForm } from '@concert/web-kit/forms/use-form.ts';
import { problemText } from '@concert/web-kit/problem-text.ts';
import { useHashLink } from '@concert/web-kit/use-hash-link.ts';
import { useState } from 'react';
import { notifyApi } from '../../clients.ts';
import { texts } from '../../texts.ts';
import { howWasItTexts as words } from './texts.ts';

const MARK = `#${HOW_WAS_IT_LINK.split('#')[1] ?? ''}`;
const tokenIn = (hash: string) => (hash.startsWith(MARK) ? hash.slice(MARK.length) : undefined);

/** Two questions for whoever opens the link of the mail after the evening; nothing without it. */
export function HowWasIt() {
  const [token] = useHashLink(tokenIn);
  return token === undefined ? null : <Questions token={token} />;
}

function Questions({ token }: { token: string }) {
  const [saved, setSaved] = useState(false);
  const form = useForm({ name: 'how-was-it', first: { rating: '', words: '' }, onEdit: () => setSaved(false) });
  const rating = form.field('rating');
  const send = async () => {
    const result = await form.send(() =>
      notifyApi.submit(
        ({ saveEveningAnswer }) => saveEveningAnswer.body,
        { ...form.values, token },
        (body) => notifyApi.call.saveEveningAnswer({ body }),
      ),
    );
    setSaved(result?.ok ?? false);
  };
  return (
    <Card title={words.title}>
      <Form form={form} summaryTitle={texts.form.correct} prepare={notifyApi.prepare} onSubmit={() => void send()} label={words.title}>
        <Failure title={words.failed} text={form.refusal && problemText(form.refusal)} />
        {saved && (
          <Notice tone="good" live="polite" title={words.saved}>
            {words.savedText}
          </Notice>
        )}
        <fieldset aria-describedby={rating.error ? 'how-was-it-rating-error' : undefined}>
          <legend className="field-label">{words.rating}</legend>
          {Object.entries(words.ratings).map(([value, label], index) => (
            <label key={value} className="tick">
              <input
                id={index === 0 ? rating.id : undefined}
                type="radio"
                name="rating"
                value={value}
                checked={form.values.rating === value}
                onChange={rating.onChange}
              />
              {label}
            </label>
          ))}
          {rating.error && (
            <p id="how-was-it-rating-error" className="bad">
              {rating.error}
            </p>
          )}
        </fieldset>
        <TextArea {...form.field('words')} label={words.words} rows={5} />
        <p className="quiet">{words.nameless}</p>
        <Button type="submit" busy={form.busy} busyText={words.busy}>
          {words.submit}
        </Button>
      </Form>
    </Card>
  );
}
