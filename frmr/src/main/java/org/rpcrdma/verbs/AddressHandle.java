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
package org.rpcrdma.verbs;

/** The way to a peer's port, prepared for the datagrams that name it ({@code ibv_create_ah(3)}). */
public interface AddressHandle extends AutoCloseable {
    /**
     * The way that it stands for.
     *
     * @return what it was created with.
     */
    AddressVector vector();

    /** Destroys the handle; datagrams that name it must have completed. */
    @Override
    void close();
}
