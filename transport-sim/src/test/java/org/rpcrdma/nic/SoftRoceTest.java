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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/** What soft-RoCE does otherwise than other devices, as was measured on it. */
class SoftRoceTest {
    private final ModifiedPair pair = pair(QueuePairType.RC);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;

    private static ModifiedPair pair(final QueuePairType type) {
        return new ModifiedPair(
                        type, CostModel.defaults(), DeviceConfiguration.DEFAULT.withPersonality(Personality.RXE), false)
                .connect();
    }

    @Test
    void shouldGrantRingsOfAPowerOfTwoWithoutThePlaceThatStaysEmpty() {
        final int[] asked = {1, 2, 3, 4, 15, 16};
        final int[] granted = {1, 3, 3, 7, 15, 31};
        for (int i = 0; i < asked.length; i++) {
            assertEquals(granted[i], Personality.RXE.granted(asked[i]));
            assertEquals(asked[i], Personality.SPEC.granted(asked[i]));
        }
    }

    @Test
    void shouldTakeAsManyRequestsAsItsRingsHaveRoomFor() {
        final QueuePairCapabilities sizes = client.queuePair.capabilities();
        assertEquals(31, sizes.maxSendWr());
        assertEquals(31, sizes.maxReceiveWr());
        for (int i = 0; i < 31; i++) {
            client.receive(i, 0, 8);
        }
        final VerbsException e = assertThrows(VerbsException.class, () -> client.receive(31, 0, 8));
        assertEquals(Errno.ENOMEM, e.errno());
    }

    @Test
    void shouldResizeSharedReceivesAndCompletionsInRingsToo() {
        final SharedReceiveQueue shared =
                client.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(10, 1));
        assertEquals(15, shared.maxWr());
        shared.resize(16);
        assertEquals(31, shared.maxWr());
        final CompletionQueue completions = client.device.createCompletionQueue(2, client.loop, ready -> {});
        assertEquals(3, completions.capacity());
        completions.resize(4);
        assertEquals(7, completions.capacity());
    }
}
