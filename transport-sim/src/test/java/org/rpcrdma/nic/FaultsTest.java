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

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;

/** Faults on demand. */
class FaultsTest implements AsyncEventHandler {
    private final ConnectedPair pair = new ConnectedPair();
    private final ConnectedPair.Side client = pair.client;
    private final ConnectedPair.Side server = pair.server;
    private final List<String> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type + " " + queuePair.number());
    }

    @Test
    void shouldKillAQueuePair() {
        client.device.handleAsyncEvents(client.loop, this);
        final GuardedBuffer buffer = new GuardedBuffer(client.device, 100);
        client.postReceive(1, buffer.iova, 100, GuardedBuffer.LKEY);
        client.device.faults().kill(client.queuePair);
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        pair.simulation.run();
        assertEquals(List.of("1:WR_FLUSH_ERR"), client.completions());
        assertEquals(List.of("QP_FATAL " + client.queuePair.number()), events);
        assertEquals(1, server.disconnected);
    }

    @Test
    void shouldRefuseToKillWhatDoesNotRunOrIsNotTheDevices() {
        final Faults faults = client.device.faults();
        assertThrows(IllegalArgumentException.class, () -> faults.kill(server.queuePair));
        client.queuePair.toError();
        assertThrows(IllegalStateException.class, () -> faults.kill(client.queuePair));
    }
}
