// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Receives an arena's errors that cannot be thrown to a caller. Called on any thread, also on several at a time; an
 * object that became unreachable is reported when the garbage collector has noticed it. An implementation must be
 * thread-safe and quick. It must not refer to the arena or to a lease, which would never become unreachable then. Its
 * exceptions are logged.
 */
@FunctionalInterface
public interface LeakListener {
    /** Logs everything as a warning to {@link System.Logger}, by the name {@code org.rpcrdma.arena}. */
    LeakListener LOGGING = leak -> ArenaSafety.warn(leak.description(), leak.trace());

    /**
     * A lease or an arena became unreachable without having been closed. Nothing is given back on its behalf: the
     * device may still write to the memory.
     *
     * @param leak the leak.
     */
    void leaked(ArenaLeak leak);

    /**
     * A buffer was written while it was free, found when it was acquired again or at the arena's end
     * ({@link ReceiveArena.Context#poisonReleased(boolean)}). Logged as a warning unless this is overridden.
     *
     * @param error names the buffer, the first byte that was overwritten and, at {@link LeakDetection#PARANOID}, who
     *     had it last. Not thrown, since the thread that acquires the buffer now is not to blame.
     */
    default void writtenWhileFree(final IllegalStateException error) {
        ArenaSafety.warn(error.getMessage(), error);
    }
}
