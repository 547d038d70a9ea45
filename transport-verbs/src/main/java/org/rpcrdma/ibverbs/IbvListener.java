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
package org.rpcrdma.ibverbs;

import java.lang.foreign.Arena;
import java.net.InetSocketAddress;
import org.rpcrdma.verbs.ConnectionManager;

/** A listener on the device's own address, by its {@code struct rdma_cm_id} until it is closed. */
final class IbvListener implements AutoCloseable {
    private static final int BACKLOG = 128;

    private final IbvDevice device;
    private final ConnectionEvents events;
    private final ConnectionManager.ListenHandler handler;
    private long identifier;

    IbvListener(
            final IbvDevice device,
            final ConnectionEvents events,
            final InetSocketAddress local,
            final ConnectionManager.ListenHandler handler) {
        this.device = device;
        this.events = events;
        this.handler = handler;
        identifier = events.newIdentifier(this::onEvent);
        try (Arena arena = Arena.ofConfined()) {
            final Librdmacm library = device.connectionLibrary();
            library.bindAddr.check(
                    identifier, SocketAddresses.write(arena, local).address());
            library.listen.check(identifier, BACKLOG);
        } catch (final RuntimeException e) {
            events.destroy(identifier);
            throw e;
        }
        device.opened();
    }

    private void onEvent(final ConnectionEvent event) {
        if (event.type() == ConnectionLayout.CONNECT_REQUEST) {
            handler.onRequest(new IbvConnectionRequest(device, events, event));
        }
    }

    @Override
    public void close() {
        if (identifier != Native.NULL) {
            events.destroy(identifier);
            identifier = Native.NULL;
            device.closed();
        }
    }
}
