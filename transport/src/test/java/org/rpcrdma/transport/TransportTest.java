// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.junit.jupiter.api.AutoClose;

/** The base class for tests of a server and a client on two hosts. Each test opens them as needed. */
public abstract class TransportTest {
    @AutoClose
    protected final TransportFixture fixture = new TransportFixture();
}
