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
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemoteInvalidationTest {
    @ParameterizedTest
    @CsvSource({"true, 0, 0", "true, 1, 10", "true, 2, 0", "false, 1, 0"})
    void shouldInvalidateExactlyWhereAllowedAndOneKeySpansTheCall(
            final boolean allowed, final int segments, final int invalidations) {
        final RpcService service = call -> {
            for (int i = 0; i < call.writeChunkCount(); i++) {
                ChunkTest.fillPattern(call.writeChunk(i, 100), 100, i);
            }
            TransportFixture.echo(call);
        };
        try (TransportFixture fixture = new TransportFixture(
                        service, server -> server, client -> client.remoteInvalidation(allowed))
                .connect()) {
            for (int xid = 0; xid < 10; xid++) {
                final ClientCall call = fixture.stage(xid, 64);
                for (int i = 0; i < segments; i++) {
                    call.beginWriteChunk();
                    call.writeSegment(fixture.address(4096 * i), 100);
                }
                final Outcome outcome = ChunkTest.send(fixture, call, 64, segments);
                assertTrue(outcome.isReply(), outcome.failure);
                assertEquals(0, fixture.regionsInUse());
            }
            assertEquals(invalidations, fixture.metrics().invalidationsSent());
        }
    }
}
