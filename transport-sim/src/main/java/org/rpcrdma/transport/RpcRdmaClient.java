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

import java.net.InetSocketAddress;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/**
 * The client's end of an RPC-over-RDMA connection, as Linux's xprtrdma is.
 */
public final class RpcRdmaClient implements AutoCloseable {
    /**
     * Makes a client that is not connected.
     *
     * @param context what the client is made of; concluded here.
     * @throws IllegalArgumentException where a number is out of range or a required part is missing.
     */
    public RpcRdmaClient(final Context context) {
        context.conclude();
        throw new UnsupportedOperationException();
    }

    /**
     * Begins to connect; the listener is told the outcome. Calls sent meanwhile wait.
     *
     * @throws IllegalStateException where the client is connected, or about to be.
     */
    public void connect() {
        throw new UnsupportedOperationException();
    }

    /**
     * Takes a call out of the pool, to be staged and sent.
     *
     * @return the call, empty.
     */
    public ClientCall newCall() {
        throw new UnsupportedOperationException();
    }

    /**
     * Calls that are on their way: sent, their handler not yet called.
     *
     * @return at most the credits granted.
     */
    public int callsOutstanding() {
        throw new UnsupportedOperationException();
    }

    /**
     * Calls that wait for a credit, for room in the send queue or for the connection.
     *
     * @return 0 or more.
     */
    public int callsQueued() {
        throw new UnsupportedOperationException();
    }

    /**
     * Credits that the server granted last.
     *
     * @return 1 to the credits asked for.
     */
    public int creditsGranted() {
        throw new UnsupportedOperationException();
    }

    /**
     * Replies whose transaction id belongs to no call.
     *
     * @return how many were ignored.
     */
    public long unknownReplies() {
        throw new UnsupportedOperationException();
    }

    /**
     * The pools that the client's fast-register regions come from; their keys' DMA blocks are pages.
     *
     * @return the pools of the client's protection domain, open until {@link #close()}.
     */
    public FrmrPools regions() {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends the connection. Once its work requests are flushed, every call fails and the listener is told. Does nothing where
     * there is none.
     */
    public void disconnect() {
        throw new UnsupportedOperationException();
    }

    /**
     * Ends the connection, runs the event loop until its work requests are flushed, and gives everything back. Not to be
     * called from a handler.
     */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** What a client is made of. Every setter returns this context; {@link #conclude()} checks it. */
    public static final class Context {
        Device device;
        EventLoop eventLoop;
        InetSocketAddress remote;
        ClientListener listener;
        int credits = 128;
        int bufferSize = 4096;
        int maxSegmentBytes = 1024 * 1024;

        /** Makes a context with the defaults of Linux's xprtrdma. */
        public Context() {}

        /**
         * Sets the device. Required.
         *
         * @param value the device; it stays the caller's.
         * @return this.
         */
        public Context device(final Device value) {
            device = value;
            return this;
        }

        /**
         * Sets where everything of the client happens. Required.
         *
         * @param value an event loop of the device.
         * @return this.
         */
        public Context eventLoop(final EventLoop value) {
            eventLoop = value;
            return this;
        }

        /**
         * Sets the server's address. Required.
         *
         * @param value address and port.
         * @return this.
         */
        public Context remote(final InetSocketAddress value) {
            remote = value;
            return this;
        }

        /**
         * Sets who is told of the connection. Required.
         *
         * @param value the listener.
         * @return this.
         */
        public Context listener(final ClientListener value) {
            listener = value;
            return this;
        }

        /**
         * Sets how many credits are asked for, which is how many calls can be outstanding at most.
         *
         * @param value 1 to 16384; 128 by default.
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the size of Receive and Send buffers, which is the inline threshold offered to the server.
         *
         * @param bytes a multiple of 1024 from 1024 to 256 KB; 4096 by default.
         * @return this.
         */
        public Context bufferSize(final int bytes) {
            bufferSize = bytes;
            return this;
        }

        /**
         * Sets the longest segment that a call may offer, for which a fast-register region is large enough.
         *
         * @param bytes at least 1; 1 MB by default.
         * @return this.
         */
        public Context maxSegmentBytes(final int bytes) {
            maxSegmentBytes = bytes;
            return this;
        }

        /**
         * Checks the context.
         *
         * @return this.
         * @throws IllegalArgumentException where a number is out of range or a required part is missing.
         */
        public Context conclude() {
            Arguments.required("device", device);
            Arguments.required("event loop", eventLoop);
            Arguments.required("remote address", remote);
            Arguments.required("listener", listener);
            Arguments.range("credits", credits, 1, 16_384);
            Arguments.inlineSize("bufferSize", bufferSize);
            Arguments.range("maxSegmentBytes", maxSegmentBytes, 1, 1 << 30);
            return this;
        }
    }
}
