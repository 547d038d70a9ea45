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

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.SendRequests;

/** Posts send work requests, and refuses those that do not fit. */
final class SendPosting {
    private final SendQueue queue;
    private final Personality personality;

    SendPosting(final SendQueue queue, final Personality personality) {
        this.queue = queue;
        this.personality = personality;
    }

    /** Posts the requests of a chain, up to the first that does not fit; they take effect at a time. */
    void post(final SendChain chain, final long time) {
        for (int i = 0; i < chain.size(); i++) {
            queue.add(chain, i, checkedLength(chain, i), time);
        }
    }

    /** Refuses a request that does not fit; returns the bytes of its elements. */
    private int checkedLength(final SendChain chain, final int i) {
        if (queue.isFull()) {
            throw new PostException(Errno.ENOMEM, "send queue is full: limit=" + queue.limit(), i);
        }
        final byte operation = chain.operations[i];
        checkElements(operation, chain.sgeCounts[i], i);
        if ((chain.flags[i] & ~SendRequests.SIGNALED) != 0) {
            throw new PostException(Errno.EINVAL, "unknown flags: flags=0x" + Integer.toHexString(chain.flags[i]), i);
        }
        if (operation == Operation.REGISTER_MEMORY && !isForFastRegistration(chain.arguments.access[i])) {
            throw new PostException(
                    Errno.EINVAL, "bad access: access=0x" + Integer.toHexString(chain.arguments.access[i]), i);
        }
        return totalLength(chain, i);
    }

    private void checkElements(final byte operation, final int elements, final int i) {
        final int most = Operation.isLocal(operation) ? 0 : queue.maxSge();
        if (elements > most) {
            throw new PostException(
                    personality.sendTooLarge(), "too many elements: sge=" + elements + " limit=" + most, i);
        }
    }

    private static boolean isForFastRegistration(final int access) {
        final int possible = Access.LOCAL_WRITE | Access.REMOTE | Access.OPTIONAL_RANGE;
        return Access.isValid(access) && (access & ~possible) == 0;
    }

    private static int totalLength(final SendChain chain, final int i) {
        long total = 0;
        final int first = i * chain.maxSge;
        for (int element = first; element < first + chain.sgeCounts[i]; element++) {
            if (chain.lengths[element] < 0) {
                throw new PostException(Errno.EINVAL, "length is negative: length=" + chain.lengths[element], i);
            }
            total += chain.lengths[element];
        }
        if (total > Integer.MAX_VALUE) {
            throw new PostException(
                    Errno.EINVAL, "message too long: length=" + total + " limit=" + Integer.MAX_VALUE, i);
        }
        return (int) total;
    }
}
