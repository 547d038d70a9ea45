// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.junit.jupiter.api.AutoClose;

/** Tests of a server and a client on two hosts, each of which opens them as it needs. */
public abstract class TransportTest {
    @AutoClose
    protected final TransportFixture fixture = new TransportFixture();
}
