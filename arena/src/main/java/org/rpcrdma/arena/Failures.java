/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

/** Keeps every failure of a sequence that goes on after one: the first is thrown, the rest ride on it. */
final class Failures {
    private Failures() {}

    /** The first failure, which carries the later one as suppressed. */
    static Throwable join(final Throwable first, final Throwable later) {
        if (first == null) {
            return later;
        }
        if (first != later) {
            first.addSuppressed(later);
        }
        return first;
    }

    /** Closes what a failure left behind; where that fails too, the failure carries it. */
    static void closing(final Throwable failure, final AutoCloseable left) {
        try {
            left.close();
        } catch (final Exception | Error e) {
            join(failure, e);
        }
    }

    /** Throws what was caught as a {@link RuntimeException} or an {@link Error}; returns where nothing was. */
    static void rethrow(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
