// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

/**
 * Receives errors that an arena cannot throw to a caller. Any thread may call it, concurrently with others; unreachable
 * objects are reported after a garbage collection. An implementation must be thread-safe and fast. It must not
 * reference the arena or a lease, because the referenced object could then never become unreachable. Exceptions from an
 * implementation are logged.
 */
@FunctionalInterface
public interface LeakListener {
    /** Logs every error as a warning to the {@link System.Logger} named {@code org.rpcrdma.arena}. */
    LeakListener LOGGING = leak -> ArenaSafety.warn(leak.description(), leak.trace());

    /**
     * Called when a lease or an arena has become unreachable without being closed. Its memory is not released, because
     * the device may still write to it.
     *
     * @param leak the leak.
     */
    void leaked(ArenaLeak leak);

    /**
     * Called when a write to a free buffer is detected, which occurs when the buffer is acquired again or the arena
     * closes ({@link ReceiveArena.Context#poisonReleased(boolean)}). By default, logs a warning.
     *
     * @param error an error that identifies the buffer, the first byte overwritten and, at
     *              {@link LeakDetection#PARANOID}, the last holder. It is not thrown, because the acquiring thread is
     *              not at fault.
     */
    default void writtenWhileFree(final IllegalStateException error) {
        ArenaSafety.warn(error.getMessage(), error);
    }
}
