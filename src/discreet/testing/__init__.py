"""What tests and demonstrations need and releases must not have: sources that repeat themselves."""

from discreet.testing.replay import Recording, Replay

__all__ = ["Recording", "Replay"]
