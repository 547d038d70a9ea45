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

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServerConnection;
import org.junit.jupiter.api.Test;
import org.rpcrdma.frmr.FrmrAdministration;

class PoolsConnectionTest {
    /** Knows a device, but is gone when its pools are asked for. */
    private static final MBeanServerConnection ENDING = (MBeanServerConnection) Proxy.newProxyInstance(
            PoolsConnectionTest.class.getClassLoader(),
            new Class<?>[] {MBeanServerConnection.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("queryNames")) {
                    return Set.of(FrmrAdministration.objectName("sim0"));
                }
                throw new IOException("connection reset");
            });

    private final PoolsConnection connection = new PoolsConnection(new JvmConnection(ENDING));

    @Test
    void shouldSayThatThePoolsAreLostWhereTheJvmEnds() {
        final PoolFilter all = PoolFilter.parse(List.of());
        final PoolSetting aging = PoolSetting.parse(List.of("dev", "sim0", "aging", "5"));

        assertEquals(
                "lost the pools: connection reset",
                assertThrows(IOException.class, () -> connection.rows(all, false))
                        .getMessage());
        assertEquals(
                "lost the pools: connection reset",
                assertThrows(IOException.class, () -> connection.apply(aging)).getMessage());
    }
}
