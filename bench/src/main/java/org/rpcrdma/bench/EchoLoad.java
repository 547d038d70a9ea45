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
package org.rpcrdma.bench;

import java.util.Locale;
import java.util.function.LongConsumer;
import org.rpcrdma.nic.MemoryMode;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcRdmaClient;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.service.EchoProtocol;
import org.rpcrdma.transport.service.EchoService;
import org.rpcrdma.verbs.EventLoop;

/**
 * Data of one size that every connection sends to {@link EchoService} and gets back. Up to half a Receive buffer, they
 * travel in the messages, else in a Read chunk and a Write chunk. Where there is no memory for payload, nothing is written into
 * them, and nothing compared.
 *
 * @param rpcs       RPCs of a connection.
 * @param size       bytes of data.
 * @param bufferSize bytes of a Receive buffer.
 * @param memory     what is behind the addresses of payload.
 * @param seed       decides the data.
 */
record EchoLoad(int rpcs, int size, int bufferSize, MemoryMode memory, long seed) implements Load {
    static final String LABEL = "echo";

    /** Calls of a connection that are outstanding at once. */
    static final int IN_FLIGHT = 4;

    static final int LARGEST = 1 << 20;

    /** Whether the data are in the messages. */
    boolean isInline() {
        return size <= bufferSize / 2;
    }

    boolean isChecked() {
        return memory == MemoryMode.BACKED;
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public String title() {
        return String.format(Locale.ROOT, "echo of %,d bytes", size);
    }

    /** A call's: its header, which has a Read and a Write segment at most, and what stands around the data. */
    @Override
    public int largestSend() {
        return 128 + EchoProtocol.DATA + (isInline() ? size : 0);
    }

    @Override
    public int largestSegment() {
        return isInline() ? 0 : size;
    }

    @Override
    public int largestChunk() {
        return Math.max(1024, size);
    }

    @Override
    public LoadService newService() {
        return new Service(size);
    }

    @Override
    public LoadClient newClient(
            final SimulatedDevice device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final int number,
            final LongConsumer latency) {
        return new EchoClient(this, device, loop, context, new SeededRandom(seed).split(number), latency);
    }

    /** Counts what arrives; that it is right shows where it comes back. */
    private static final class Service implements LoadService, RpcService {
        private final EchoService echo = new EchoService();
        private final int size;
        private long calls;

        Service(final int size) {
            this.size = size;
        }

        @Override
        public void onCall(final RpcCall call) {
            calls++;
            echo.onCall(call);
        }

        @Override
        public RpcService service() {
            return this;
        }

        @Override
        public long calls() {
            return calls;
        }

        @Override
        public long payloadBytes() {
            return calls * size;
        }

        @Override
        public long corruptions() {
            return 0;
        }
    }
}
