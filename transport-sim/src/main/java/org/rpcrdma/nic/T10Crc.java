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

import org.agrona.UnsafeApi;

/** The CRC of 16 bits of T10-DIF (T10 SBC-3): polynomial 0x8bb7, highest bit first, as it is. */
final class T10Crc implements BlockGuard {
    static final T10Crc INSTANCE = new T10Crc();

    private static final int POLYNOMIAL = 0x8bb7;
    private static final int MASK = 0xffff;

    private final int[] table = new int[256];

    private T10Crc() {
        for (int i = 0; i < table.length; i++) {
            int register = i << 8;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                register = (register & 0x8000) != 0 ? register << 1 ^ POLYNOMIAL : register << 1;
            }
            table[i] = register & MASK;
        }
    }

    @Override
    public long begin(final long seed) {
        return seed & MASK;
    }

    @Override
    public long add(final long register, final long address, final int bytes, final int position) {
        int crc = (int) register;
        for (int i = 0; i < bytes; i++) {
            crc = table[crc >>> 8 ^ UnsafeApi.getByte(address + i) & 0xff] ^ crc << 8 & MASK;
        }
        return crc;
    }

    @Override
    public long end(final long register) {
        return register;
    }
}
