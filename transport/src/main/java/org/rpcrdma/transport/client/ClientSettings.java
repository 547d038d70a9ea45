// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.net.InetSocketAddress;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.wire.RpcCredential;

/**
 * The values of a client's context, checked.
 *
 * @param endpoint           settings common to both ends.
 * @param remote             the server's address.
 * @param listener           takes the connection's events.
 * @param credits            credits asked for.
 * @param maxSegmentBytes    bytes of the longest segment.
 * @param remoteInvalidation true if the server may invalidate keys.
 * @param reverseService     answers the server's calls; null if there is none.
 * @param tries              how often a call is sent at most.
 * @param callTimeoutNanos   how long a reply may take; 0 without limit.
 * @param credential         who calls.
 */
record ClientSettings(
        EndpointSettings endpoint,
        InetSocketAddress remote,
        ClientListener listener,
        int credits,
        int maxSegmentBytes,
        boolean remoteInvalidation,
        RpcService reverseService,
        int tries,
        long callTimeoutNanos,
        RpcCredential credential) {

    /** Registration, Send and invalidation. */
    private static final int MIN_DEPTH = 3;

    ClientSettings {
        Arguments.required("remote address", remote);
        Arguments.required("listener", listener);
        Arguments.required("credential", credential);
        Arguments.range("credits", credits, 1, 16_384);
        Arguments.range("maxSegmentBytes", maxSegmentBytes, 1, 1 << 30);
        Arguments.range("tries", tries, 1, 1000);
        Arguments.notNegative("callTimeout", callTimeoutNanos);
        final DeviceAttributes granted = endpoint.device().attributes();
        if (Math.min(granted.maxQpWr(), granted.maxCqe()) < MIN_DEPTH) {
            throw new IllegalArgumentException(
                    "the device's queues are too short: maxQpWr=" + granted.maxQpWr() + " maxCqe=" + granted.maxCqe());
        }
    }
}
