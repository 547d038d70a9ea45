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
package org.rpcrdma.nic;

import java.util.Arrays;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.VerbsException;

/** Calls that fail on demand: of each kind at most one is armed, and counted down. */
final class CallFaults {
    private final int[] left = new int[FaultyCall.values().length];
    private final Errno[] errnos = new Errno[left.length];

    void arm(final FaultyCall call, final int nth, final Errno errno) {
        left[call.ordinal()] = nth;
        errnos[call.ordinal()] = errno;
    }

    void disarm() {
        Arrays.fill(left, 0);
    }

    int armed() {
        int armed = 0;
        for (final int calls : left) {
            armed += calls == 0 ? 0 : 1;
        }
        return armed;
    }

    /** Counts a call, which fails where it is the one. */
    void count(final FaultyCall call) {
        if (isDue(call)) {
            throw new VerbsException(errnos[call.ordinal()], message(call));
        }
    }

    /** Counts the posting of a chain, whose first request is refused where it is the one. */
    void countPost(final FaultyCall call) {
        if (isDue(call)) {
            throw new PostException(errnos[call.ordinal()], message(call), 0);
        }
    }

    private boolean isDue(final FaultyCall call) {
        return left[call.ordinal()] != 0 && --left[call.ordinal()] == 0;
    }

    private static String message(final FaultyCall call) {
        return "fault on demand: call=" + call;
    }
}
