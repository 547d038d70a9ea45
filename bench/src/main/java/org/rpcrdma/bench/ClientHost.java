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

import org.rpcrdma.nic.SimulatedDevice;

/**
 * A host with one connection.
 *
 * @param number of the connection: 0 for the first.
 * @param device the host's.
 * @param client what makes the connection's calls.
 */
record ClientHost(int number, SimulatedDevice device, LoadClient client) {
    /** The address of a connection's host. */
    static String address(final int number) {
        return "10." + (99 + (number >> 16)) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    /** Everything is given back: a device that something was left on refuses to close. */
    void close() {
        client.close();
        device.close();
    }
}
