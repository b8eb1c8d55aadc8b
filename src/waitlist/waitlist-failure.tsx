import { Button } from '../ui/button';

type WaitlistFailureProps = {
  /** `undefined` leaves the line's room empty. */
  kind: 'failed' | 'outdated' | undefined;
  onReload: () => void;
};

const LINES = {
  failed: 'Not saved yet. Nothing is lost.',
  outdated: 'Not saved yet: the page has changed.',
};

/** What stays after the failure's toast, and the way out when a part of the page is gone. */
export function WaitlistFailure({ kind, onReload }: WaitlistFailureProps) {
  return (
    <>
      <p id="waitlist-failure" className="waitlist-form-failure">
        {/* One text, which only changes: a translated page breaks where texts come and go. */}
        {kind ? LINES[kind] : ''}
      </p>
      {kind === 'outdated' && (
        <Button type="button" onClick={onReload}>
          Reload the page
        </Button>
      )}
    </>
  );
}
